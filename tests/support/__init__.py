"""What all tests share: what they need of the machine, and how a run tells what it left out."""
