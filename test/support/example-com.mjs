// Loaded before a program: the network in which example.com, and what is below it, is a server on this machine.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const address = '93.184.215.14';
const port = Number(process.env.EXAMPLE_COM_PORT);
const isExample = (host) => /^(.+\.)?example\.com$/.test(host);

const { lookup } = dns.promises;
dns.promises.lookup = async (host, options) =>
  isExample(host) ? [{ address, family: 4 }] : lookup(host, options);

// Every connection is made here, whoever asks for it.
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [options] = args.flat();
  if (options?.host === address) Object.assign(options, { host: '127.0.0.1', port });
  return connect.apply(this, args);
};
syncBuiltinESMExports();
