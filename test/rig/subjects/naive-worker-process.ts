import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

// The same timeout as Purser's in this test.
const PROVIDER_TIMEOUT_MS = 1_500;

// Twice the timeout. This design assumes that a worker whose lease is older has died.
const LEASE_SECONDS = 3;

// As many payouts as one replica of Purser sends concurrently.
const LANES = 10;

const IDLE_MS = 100;

const { PORT, DATABASE_URL, PROVIDER_BASE_URL, PROVIDER_API_TOKEN = '' } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: LANES });
pool.on('error', () => undefined);

/** Pays the payout that has waited longest, or whose worker seems dead. Returns false if there is none. */
async function payOne(): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; request: { amount: string; recipient: object } }>(
    `UPDATE naive_payouts SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE id = (SELECT id FROM naive_payouts WHERE state = 'QUEUED' AND leased_until <= now()
                 ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, request`,
  );
  const [job] = rows;
  if (!job) return false;
  const { amount, recipient: account, ...request } = job.request;
  const response = await fetch(`${PROVIDER_BASE_URL ?? ''}/v1/payouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': PROVIDER_API_TOKEN },
    body: JSON.stringify({
      ...request,
      amount: Number(amount),
      account,
      externalId: job.id,
      callbackUrl: `http://127.0.0.1:${PORT ?? ''}/webhooks/${job.id}`,
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  const answer = (await response.json()) as { id?: unknown };
  // Without an id the worker assumes that nothing was paid, so the next one tries again.
  if (response.status !== 201 || typeof answer.id !== 'string') return true;
  await pool.query(`UPDATE naive_payouts SET state = 'DONE', provider_payout_id = $2 WHERE id = $1`, [
    job.id,
    answer.id,
  ]);
  return true;
}

async function work(): Promise<never> {
  for (;;) {
    const isBusy = await payOne().catch(() => false);
    if (!isBusy) await delay(IDLE_MS);
  }
}

for (let lane = 0; lane < LANES; lane += 1) void work();
// The process is ready immediately, and accepts every webhook without reading it.
createServer((_request, response) => response.end()).listen(Number(PORT), '127.0.0.1');
