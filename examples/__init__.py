"""Short programs that train on the environments with other people's libraries."""
