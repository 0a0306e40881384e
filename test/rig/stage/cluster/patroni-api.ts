import { z } from 'zod';
import { LOOPBACK } from './cluster-place.js';
import type { NodeAddress } from './patroni-node.js';

const clusterSchema = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      // Absent for the leader, and "unknown" while a member is starting.
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});

/** The nodes as Patroni reports them. */
export type Members = z.infer<typeof clusterSchema>['members'];

// Patroni answers from memory. Only the answer to a switchover takes until the primary has stopped.
const ANSWER_WITHIN_MS = 3_000;
const SWITCHOVER_WITHIN_MS = 60_000;

/** Returns the members as reported by any node that answers; empty if none does. */
export async function readMembers(nodes: readonly NodeAddress[]): Promise<Members> {
  for (const { apiPort } of nodes) {
    try {
      const response = await fetch(`http://${LOOPBACK}:${apiPort}/cluster`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return clusterSchema.parse(await response.json()).members;
    } catch {
      // This node does not answer; another one may.
    }
  }
  return [];
}

/**
 * Makes another node primary, gracefully. Resolves when it is.
 * @throws Error with Patroni's reason if it refuses
 */
export async function switchOver(from: NodeAddress, password: string): Promise<void> {
  const response = await fetch(`http://${LOOPBACK}:${from.apiPort}/switchover`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`,
    },
    body: JSON.stringify({ leader: from.name }),
    signal: AbortSignal.timeout(SWITCHOVER_WITHIN_MS),
  });
  const reason = await response.text();
  if (!response.ok) throw new Error(`The switchover was refused: ${response.status} ${reason}`);
}

/**
 * Returns why the cluster is incomplete; null if it has a primary, a synchronous standby and another standby, all
 * without lag.
 */
export function findFault(members: Members, nodes: number): string | null {
  const leaders = members.filter(({ role, state }) => role === 'leader' && state === 'running');
  const synchronous = members.filter(({ role }) => role === 'sync_standby');
  const standbys = members.filter(
    ({ role, state, lag }) => role !== 'leader' && ['running', 'streaming'].includes(state) && lag === 0,
  );
  if (leaders.length === 1 && synchronous.length > 0 && standbys.length === nodes - 1) return null;
  const seen = members.map(({ name, role, state, lag }) => `${name} ${role} ${state} ${lag ?? ''}`.trim());
  return seen.length === 0 ? 'no node answers' : seen.join(', ');
}
