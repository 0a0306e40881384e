import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { makeSendingDue, makeSendingOverdue } from '../support/payout-ageing.js';
import {
  agreedOn,
  createPayout,
  openPayoutGate,
  payoutInput,
  payoutWhen,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
} from '../support/payouts.js';
import { type Desk, openDesk } from '../support/desk.js';

const WAITS = 'waitingFor { kind message since } nextAttemptAt blockedBy { limit }';

interface Waits {
  readonly waitingFor: readonly { readonly kind: string; readonly message: string; readonly since: string }[];
  readonly nextAttemptAt: string | null;
}

describe('waitingFor', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(() => desk.close());

  async function waitsOf(id: string, api = desk.purser.api): Promise<Waits> {
    const { payout } = await api.request<{ payout: Waits }>(`query ($id: ID!) { payout(id: $id) { ${WAITS} } }`, {
      id,
    });
    return payout;
  }

  const kindsOf = async (id: string): Promise<readonly string[]> =>
    (await waitsOf(id)).waitingFor.map(({ kind }) => kind);

  async function createWithWarnings(
    input: Record<string, unknown>,
  ): Promise<{ id: string; warnings: readonly string[] }> {
    const { createPayout: created } = await desk.purser.api.request<{
      createPayout: { payout: { id: string }; warnings: { code: string }[] };
    }>('mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { payout { id } warnings { code } } }', {
      input,
    });
    return { id: created.payout.id, warnings: created.warnings.map(({ code }) => code) };
  }

  it('names the shut gate, like a warning of createPayout, and no time for the next attempt', async () => {
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'The bank asked us to.' });
    const input = payoutInput();
    const { id, warnings } = await createWithWarnings(input);
    expect(warnings).toContain('GATE_SHUT');
    const { waitingFor, nextAttemptAt } = await waitsOf(id);
    expect(waitingFor).toEqual([
      { kind: 'GATE', message: expect.stringContaining('gate is shut') as string, since: expect.any(String) as string },
    ]);
    expect(nextAttemptAt).toBeNull();
    expect((await createWithWarnings(input)).warnings).toContain('GATE_SHUT');

    await openPayoutGate(desk.purser, 'They are done.');
    await payoutWhen(desk.purser.api, { id }, ({ status }) => status === 'CREATED');
    expect(await kindsOf(id)).toEqual([]);
  });

  it('names the missing approval', async () => {
    const input = payoutInput();
    await recordedPayout(desk.purser.api, input);
    const { id } = await recordedPayout(desk.purser.api, { ...input, idempotencyKey: randomUUID() });
    expect(await kindsOf(id)).toEqual(['APPROVAL']);
  });

  it('names a limit, and since when it blocks', async () => {
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '100' });
    const { id, warnings } = await createWithWarnings(payoutInput({ amount: '101' }));
    expect(warnings).toContain('NOT_SENT_YET');
    const before = await waitsOf(id);
    expect(before.waitingFor).toEqual([
      { kind: 'LIMIT', message: expect.stringContaining('100') as string, since: expect.any(String) as string },
    ]);
    await createPayout(desk.purser.api);
    expect(await waitsOf(id)).toEqual(before);
  });

  it('names the retry of a failed attempt, and later the open circuit', async () => {
    const unreachable = await openDesk({ PROVIDER_BASE_URL: 'http://127.0.0.1:9' });
    try {
      const { api } = unreachable.purser;
      const { id } = await recordedPayout(api);
      const kindsOf = async (): Promise<readonly string[]> =>
        (await waitsOf(id, api)).waitingFor.map(({ kind }) => kind);
      expect(await kindsOf()).toEqual(['RETRY']);
      for (const _ of [1, 2, 3, 4]) await recordedPayout(api);
      await makeSendingDue(unreachable.database, { id });
      await eventually('the circuit in the way', async () => ((await kindsOf()).includes('CIRCUIT') ? true : null));
    } finally {
      await unreachable.close();
    }
  });

  it('names the missing standby, but not the queue behind other payouts', async () => {
    const promising = await openDesk({ DATABASE_FAILOVER: 'synchronous' });
    try {
      const { api } = promising.purser;
      const { createPayout: created } = await api.request<{ createPayout: { warnings: { code: string }[] } }>(
        'mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { warnings { code } } }',
        { input: payoutInput() },
      );
      expect(created.warnings.map(({ code }) => code)).toContain('NOT_SENT_YET');
      const { id } = await recordedPayout(api);
      const waiting = [
        {
          kind: 'STANDBY',
          message: 'Commits of the database do not wait for a synchronous standby; no payout is sent until they do.',
        },
      ];
      expect((await waitsOf(id, api)).waitingFor).toMatchObject(waiting);
      await makeSendingOverdue(promising.database, { id });
      expect((await waitsOf(id, api)).waitingFor).toMatchObject(waiting);
    } finally {
      await promising.close();
    }
  });
});
