import { openGate } from '../gate-people.js';
import { askFor, type FaultCase, THREE_REPLICAS } from './fault-case.js';

const SHUT_GATE = `mutation ($input: SetPayoutGateInput!) {
  setPayoutGate(input: $input) { gate { isOpen } userErrors { code message } } }`;

interface ShutAnswer {
  readonly setPayoutGate: { readonly gate: { readonly isOpen: boolean } | null };
}

const TIMES = 12;

/**
 * A person shuts the gate while many callers send payouts. The mutation may wait for claims in progress, but must never
 * fail.
 */
export const gatePress: FaultCase = {
  roles: THREE_REPLICAS,
  callers: 30,
  run: async (stage) => {
    const { load, subject, apiUrls } = stage;
    const failures: string[] = [];
    const tookMs: number[] = [];
    load.begin();
    for (let turn = 0; turn < TIMES; turn += 1) {
      await askFor(stage, 30);
      const beganAt = performance.now();
      try {
        const { setPayoutGate } = await subject.send<ShutAnswer>(apiUrls[turn % apiUrls.length] ?? '', 'operator', {
          query: SHUT_GATE,
          input: { isOpen: false, reason: 'Stop everything.' },
        });
        if (setPayoutGate.gate?.isOpen !== false) failures.push(JSON.stringify(setPayoutGate));
      } catch (error) {
        failures.push(String(error).slice(0, 200));
      }
      tookMs.push(Math.round(performance.now() - beganAt));
      await openGate(stage);
    }
    await load.end();
    return {
      findings: [{ id: 'G1', holds: 'the gate shuts when a person says so', checked: TIMES, violations: failures }],
      figures: [
        `The gate shut within ${Math.max(...tookMs)} ms at most, with ${load.asked} payouts asked for meanwhile.`,
      ],
    };
  },
};
