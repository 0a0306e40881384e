import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { PayoutsRepository } from '../../src/payouts/core/persistence/payouts.repository.js';
import { PayoutAttemptsRepository } from '../../src/payouts/core/persistence/payout-attempts.repository.js';
import { type Desk, openDesk } from '../support/desk.js';
import { newAccount } from '../support/ledger.js';
import { registerDetached } from '../support/payout-ageing.js';
import { recordedPayout, setPayoutGate } from '../support/payouts.js';

// Generated columns are left out, because PostgreSQL does not accept values for them.
const COPIED = `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
  WHERE table_name = 'payouts' AND is_generated = 'NEVER'
    AND column_name NOT IN ('id', 'idempotency_key', 'account_id', 'next_attempt_at')`;

describe('payouts of several accounts', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  it("counts due payouts per account, so that one account's backlog does not hide another's", async () => {
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'A drill.' });
    const { id } = await recordedPayout(desk.purser.api);
    const other = await newAccount(desk);
    const counted = desk.purser.service(DataSource).transaction(async (manager) => {
      const [row] = await manager.query<[{ columns: string }]>(COPIED);
      const { columns } = row;
      const copy = (count: number, account: string, age: string): Promise<unknown> =>
        manager.query(
          `INSERT INTO payouts (id, idempotency_key, account_id, next_attempt_at, ${columns})
           SELECT gen_random_uuid(), gen_random_uuid()::text, ${account}, now() - interval '${age}', ${columns}
           FROM payouts, generate_series(1, ${count}) WHERE id = $1`,
          [id],
        );
      await copy(1_100, 'account_id', '2 hours');
      await copy(1, `'${other}'`, '1 hour');
      await manager.query('UPDATE payout_gate SET is_open = true');
      const counts = await desk.purser.service(PayoutsRepository).countDue({ manager });
      // Rolls back, so that none of the inserted payouts is ever sent.
      throw Object.assign(new Error('Rolled back'), { counts });
    });
    const { counts } = await counted.catch(
      (error: unknown) => error as { counts: { accountId: string; count: number }[] },
    );
    expect(counts).toHaveLength(2);
    expect(counts.find(({ accountId }) => accountId === other)).toMatchObject({ count: 1 });
    expect(counts.find(({ accountId }) => accountId !== other)).toMatchObject({ count: 100 });
  });

  it("a provider id stays taken when its payout's partition is detached", async () => {
    const providerPayoutId = '5f0c1a52-8f3b-4a43-9d1e-0f7d5b7f2a11';
    const isTaken = (): Promise<boolean> =>
      desk.purser
        .service(UnitOfWork)
        .run((tx) => desk.purser.service(PayoutAttemptsRepository).isProviderIdTaken(tx, providerPayoutId));
    expect(await isTaken()).toBe(false);
    await registerDetached(desk.database, providerPayoutId);
    expect(await isTaken()).toBe(true);
  });
});
