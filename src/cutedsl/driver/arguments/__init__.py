"""What arguments compile to: specs of tensors, numbers and objects, and the slots that they fill."""
