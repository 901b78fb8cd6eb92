"""What comes to barriers, and reports of barriers and of the blocks and warps that meet there."""
