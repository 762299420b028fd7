// Lets a network that is cut off be spoken to through a file: each connection to the socket goes on to the port in here.
import { connect, createServer } from 'node:net';

const [, , path, port] = process.argv;
createServer((outside) => {
  const inside = connect({ host: '127.0.0.1', port: Number(port) });
  const endConnection = () => {
    outside.destroy();
    inside.destroy();
  };
  for (const socket of [outside, inside])
    socket.on('error', endConnection).on('close', endConnection);
  outside.pipe(inside).pipe(outside);
}).listen(path);
