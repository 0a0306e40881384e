import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Returns the network of a client in canonical form: the IPv4 address itself, or the /64 of an IPv6 address; `unknown`
 * if the text is not an address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/**
 * Returns a network in canonical form, such as `10.0.0.0/8` or `2001:db8::1/128`; null if the text is neither an
 * address nor a network.
 */
export function parseNetwork(text: string): string | null {
  const network = readNetwork(text);
  if (network === null) return null;
  const [address, bits] = network;
  // Clears the bits after the prefix: they would look like part of the rule, but have no effect.
  const first = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${first.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether an address is within one of `networks`. False if the address is invalid. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // A dual-stack socket reports the IPv4 peer 10.0.0.1 as `::ffff:10.0.0.1`.
  const client = ipaddr.process(address);
  return networks.some((text) => {
    const network = readNetwork(text);
    return network !== null && network[0].kind() === client.kind() && client.match(network);
  });
}

/**
 * Returns the canonical form of an address; null if the text is not an address. Rejects short forms such as `10.1` and
 * `0x7f.1`.
 */
export function parseAddress(text: string): string | null {
  const network = text.includes('/') ? null : readNetwork(text);
  return network === null ? null : network[0].toString();
}

function readNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/');
  // Many programs read `10.1` and `0x7f.1` as addresses, but many people do not.
  const isStrict =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (address.includes(':') && ipaddr.IPv6.isValid(address));
  if (rest.length > 0 || !isStrict || address.includes('%')) return null;
  const parsed = ipaddr.process(address);
  const length = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, length];
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > length) return null;
  return [parsed, Number(bits)];
}
