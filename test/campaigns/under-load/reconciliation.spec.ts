import { temporaryDirectory } from '../../support/temporary-directory.js';
import { renderFindings } from '../../rig/report/findings.table.js';
import { runReconciliationCampaign } from '../../rig/campaigns/reconciliation-campaign.js';

// Real processes. A correction takes two reads ten seconds apart, in the worst case in each of two runs.
jest.setTimeout(240_000);

/** The short form of `npm run faults -- --reconciliation 20000`. */
describe('reconciliation', () => {
  const state = temporaryDirectory();

  afterAll(() => {
    state.remove();
  });

  it('finds every correction without a webhook and every payout that is not ours, and nothing else, despite kill -9', async () => {
    const { findings } = await runReconciliationCampaign(
      {
        payouts: 300,
        seed: 'spec',
        replicas: 2,
        requestsPerSecond: 60,
        killsAt: [0.3],
        leasesPass: true,
        // Allows for other specs on the same two cores. Replicas that did not share the budget would send 120 requests.
        stallMs: 500,
      },
      `${state.path}/reconciliation`,
    );
    const violated = findings.filter(({ violations }) => violations.length > 0);
    expect(renderFindings(violated)).toBe(renderFindings([]));
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([]);
  });
});
