"""What a judge costs beside the same requests in bare Django."""
