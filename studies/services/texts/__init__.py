"""The texts of a draft: uploads, their check, images."""
