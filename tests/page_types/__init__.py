"""The pages' scripts held against the description of the web interface, by TypeScript's checker."""
