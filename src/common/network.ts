import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The network that one client has for itself, in one spelling: an IPv4 address, or the 2^64 addresses around an IPv6
 * one. `unknown` for what is no address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host name of a URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/** An address or network as it is kept, `10.0.0.0/8` or `2001:db8::1/128`; null when the text is neither. */
export function parseNetwork(text: string): string | null {
  const network = readNetwork(text);
  if (network === null) return null;
  const [address, bits] = network;
  // Bits after the prefix would look like part of the rule and mean nothing.
  const first = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${first.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether an address is within one of `networks`. One that cannot be read is within none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `::ffff:10.0.0.1`, as a socket that listens on both families names an IPv4 peer, is 10.0.0.1.
  const client = ipaddr.process(address);
  return networks.some((text) => {
    const network = readNetwork(text);
    return network !== null && network[0].kind() === client.kind() && client.match(network);
  });
}

/** An address in its one spelling; null for what is none, `10.1` and `0x7f.1` included. */
export function parseAddress(text: string): string | null {
  const network = text.includes('/') ? null : readNetwork(text);
  return network === null ? null : network[0].toString();
}

function readNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/');
  // `10.1` and `0x7f.1` are addresses to many programs, and not to everybody who reads them.
  const isStrict =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (address.includes(':') && ipaddr.IPv6.isValid(address));
  if (rest.length > 0 || !isStrict || address.includes('%')) return null;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, length];
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > length) return null;
  return [parsed, Number(bits)];
}
