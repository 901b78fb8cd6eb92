"""Host functions as machine code for this CPU: they compute launches and read and write CPU memory."""
