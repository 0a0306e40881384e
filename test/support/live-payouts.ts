import { eventually } from './eventually.js';
import type { GraphqlClient } from './graphql-client.js';
import type { LiveProgram } from './live-program.js';
import { payoutWhen, recordedPayout } from './payouts.js';

/** Returns the position in the log up to which a page is complete. */
export async function readLiveCursor(api: GraphqlClient): Promise<string> {
  const data = await api.request<{ payouts: { pageInfo: { liveCursor: string } } }>(
    '{ payouts(first: 1) { pageInfo { liveCursor } } }',
  );
  return data.payouts.pageInfo.liveCursor;
}

/** Creates payouts and returns the cursors of all their changes until the provider has them. */
export async function makePayouts(api: GraphqlClient, count: number): Promise<string[]> {
  const cursors: string[] = [];
  for (let made = 0; made < count; made += 1) {
    // A busy process answers before it has sent the payout.
    const { id } = await payoutWhen(api, await recordedPayout(api), ({ status }) => status === 'CREATED');
    const { payout } = await api.request<{ payout: { timeline: { cursor: string }[] } }>(
      'query ($id: ID!) { payout(id: $id) { timeline { cursor } } }',
      { id },
    );
    cursors.push(...payout.timeline.map(({ cursor }) => cursor));
  }
  return cursors;
}

/** Waits until a program has received all of these changes, and expects each one once, in order. */
export async function expectExactly(program: LiveProgram, cursors: readonly string[]): Promise<void> {
  await eventually('every change arrives', () => {
    const isComplete = cursors.every((cursor) => program.cursors.includes(cursor));
    return Promise.resolve(isComplete || null);
  });
  expect(program.cursors).toEqual(cursors);
}
