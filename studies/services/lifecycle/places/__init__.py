"""Making the places that judges get: triads and sheets."""
