// Connects to an isolated network through a socket file: each connection to it is forwarded to a port inside.
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
