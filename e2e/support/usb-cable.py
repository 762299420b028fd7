# A USB printer's device file, for tests: a terminal without any manners of one, and behind it the TCP port of a printer.
# As of a real one nobody at the printer sees the file being opened or closed. Prints the path of the file; ends, and the
# file with it, when its input does.
import os, pty, selectors, socket, sys, tty

port = int(sys.argv[1])
master, slave = pty.openpty()
tty.setraw(slave)
path = sys.argv[2]
os.symlink(os.ttyname(slave), path)
printer = socket.create_connection(("127.0.0.1", port))
printer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
print("ready", flush=True)

chooser = selectors.DefaultSelector()
chooser.register(master, selectors.EVENT_READ)
chooser.register(printer, selectors.EVENT_READ)
chooser.register(sys.stdin, selectors.EVENT_READ)
try:
    while True:
        for key, _ in chooser.select():
            if key.fileobj == master:
                printer.sendall(os.read(master, 4096))
            elif key.fileobj == printer:
                chunk = printer.recv(4096)
                if not chunk:
                    raise SystemExit
                os.write(master, chunk)
            else:
                raise SystemExit
finally:
    os.unlink(path)
