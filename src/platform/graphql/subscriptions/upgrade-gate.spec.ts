import type { IncomingMessage } from 'node:http';
import { type Admission, UpgradeGate } from './upgrade-gate.js';

const LIMITS = {
  ownOrigin: 'https://purser.example.com',
  allowedOrigins: [],
  trustedProxies: [],
  maxSockets: 50,
  maxStrangers: 3,
  maxSocketsPerNetwork: 5,
};

const from = (remoteAddress: string): IncomingMessage =>
  ({ url: '/graphql', headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;

const nothing = (): void => undefined;

describe('the upgrade gate', () => {
  it('counts all addresses in an IPv6 network of 64 bits as one', () => {
    const gate = new UpgradeGate(LIMITS);
    const admit = (host: number): Admission => {
      const admission = gate.admit(from(`2001:db8:1:2::${host}`));
      if ('address' in admission) gate.enter(admission.address, nothing).introduce();
      return admission;
    };
    const admissions = [1, 2, 3, 4, 5, 6, 7].map(admit);
    expect(admissions.filter((admission) => 'address' in admission)).toHaveLength(5);
    expect(admissions.at(-1)).toEqual({ refusedWith: 429 });
    expect(gate.admit(from('2001:db8:1:3::1'))).toHaveProperty('address');
  });

  it('closes the oldest unauthenticated socket to admit a new one, but never an authenticated one', () => {
    const gate = new UpgradeGate(LIMITS);
    const closed: number[] = [];
    const entries = [0, 1, 2, 3, 4, 5].map((socket) => {
      const entry = gate.enter(`192.0.2.${socket}`, () => closed.push(socket));
      if (socket === 0) entry.introduce();
      return entry;
    });
    expect(closed).toEqual([1, 2]);
    entries[3]?.leave();
    gate.enter('192.0.2.9', nothing);
    expect(closed).toEqual([1, 2]);
  });
});
