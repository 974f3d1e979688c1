"""The image and docker-compose.yml without Docker: as data, and as processes of this machine."""
