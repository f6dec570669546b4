"""Tags: what each stands for, the file they are kept in, and the lesson that enrols them."""
