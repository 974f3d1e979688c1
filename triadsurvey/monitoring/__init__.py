"""How the installation is: for administrators, monitors and Prometheus. Nothing of any person."""
