import { renderFindings } from '../../rig/report/findings.table.js';
import { runFaultCampaign } from '../../rig/campaigns/fault-campaign.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

// Real processes and a database that flushes to disk: a run takes a minute or two on two cores.
jest.setTimeout(240_000);

/** The short form of `npm run faults`: every kind of fault happens once. */
describe('payouts under every fault', () => {
  const state = temporaryDirectory();

  afterAll(() => {
    state.remove();
  });

  it('no payout is paid twice or lost', async () => {
    const { findings } = await runFaultCampaign(
      { payouts: 72, seed: 'spec', replicas: 2, naive: false },
      `${state.path}/purser`,
    );
    const violated = findings.filter(({ violations }) => violations.length > 0);
    expect(renderFindings(violated)).toBe(renderFindings([]));
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([]);
  });

  it('a queue with leases and retries pays twice, and the same check finds that', async () => {
    const { findings } = await runFaultCampaign(
      { payouts: 40, seed: 'spec', replicas: 2, naive: true },
      `${state.path}/naive`,
    );
    const paidTwice = findings.find(({ id }) => id === 'I1');
    expect(paidTwice?.violations.length).toBeGreaterThan(0);
  });
});
