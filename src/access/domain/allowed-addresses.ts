import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or network as it is kept, `10.0.0.0/8` or `2001:db8::1/128`; null when the text is neither. */
export function parseNetwork(text: string): string | null {
  const network = readNetwork(text);
  if (network === null) return null;
  const [address, bits] = network;
  // What lies behind the prefix would look like part of the rule and mean nothing.
  const first = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${first.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether a client at `address` is within one of `networks`. An address that cannot be read is within none. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  // `::ffff:10.0.0.1`, as a socket that listens on both families names an IPv4 peer, is 10.0.0.1.
  const client = ipaddr.process(address);
  return networks.some((text) => {
    const network = readNetwork(text);
    return network !== null && network[0].kind() === client.kind() && client.match(network);
  });
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
