import { isInNetworks } from '../../../common/network.js';

/** Whether a client at `address` is within one of `networks`, or there are none. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  return networks.length === 0 || isInNetworks(address, networks);
}
