import { isInNetworks } from '../../../common/network.js';

/** Whether `address` is within one of `networks`. An empty list allows any. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  return networks.length === 0 || isInNetworks(address, networks);
}
