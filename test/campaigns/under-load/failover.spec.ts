import { renderFindings } from '../../rig/report/findings.table.js';
import { runLayout } from '../../rig/campaigns/failover-campaign.js';
import { SeededRandom } from '../../rig/plans/seeded-random.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

// Real processes and servers are started and killed on two busy cores.
jest.setTimeout(240_000);

/** The short form of `npm run faults -- --failover`: two losses of which no remaining process knows. */
describe('failover that loses sent payouts', () => {
  const state = temporaryDirectory();

  afterAll(() => {
    state.remove();
  });

  it('nobody is paid twice and an alarm is raised, even if the sending replica dies with the primary', async () => {
    const lag = { loss: 'lagging standby', callersAt: 'the first replica', lostMs: 300 } as const;
    const { findings } = await runLayout(
      {
        name: 'api + worker',
        roles: ['api', 'worker'],
        rounds: [
          { ...lag, ending: 'none', awayMs: 0 },
          { ...lag, ending: 'the sender', awayMs: 500 },
        ],
      },
      { random: new SeededRandom('spec'), directory: state.path },
    );
    const violated = findings.filter(({ violations }) => violations.length > 0);
    expect(renderFindings(violated)).toBe(renderFindings([]));
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([]);
  });
});
