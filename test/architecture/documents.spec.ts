import { describeVariable, variables } from '../../src/config/variables.js';
import { toMermaid, type StateMachine } from '../../src/common/state-machine.js';
import { FIRST_H2H_STATUS, H2H_STATES } from '../../src/h2h/domain/h2h-status.js';
import { FIRST_ORDER_STATUS, ORDER_STATES } from '../../src/orders/domain/order-status.js';
import { ATTEMPT_STATES } from '../../src/payouts/core/domain/attempt-state.js';
import { FIRST_SUBMISSION_STATE, SUBMISSION_STATES } from '../../src/payouts/core/domain/submission-state.js';
import { renderDestinationsPage } from '../../src/payouts/destinations/destinations.page.js';
import { committed, expectCommitted } from '../support/generated-file.js';

describe('the documents', () => {
  it('list every environment variable in .env.example', () => {
    expectCommitted('.env.example', envExample());
  });

  it('draw the state machines as the code has them', () => {
    expectCommitted(
      'docs/state-machines/order.md',
      stateMachinePage({ title: 'Order', machine: ORDER_STATES, start: FIRST_ORDER_STATUS }),
    );
    expectCommitted(
      'docs/state-machines/h2h-session.md',
      stateMachinePage({ title: 'Card verification', machine: H2H_STATES, start: FIRST_H2H_STATUS }),
    );
    expectCommitted(
      'docs/state-machines/payout-submission.md',
      stateMachinePage({ title: 'Payout submission', machine: SUBMISSION_STATES, start: FIRST_SUBMISSION_STATE }),
    );
    expectCommitted(
      'docs/state-machines/payout-attempt.md',
      stateMachinePage({ title: 'Payout attempt', machine: ATTEMPT_STATES, start: 'CLAIMED' }),
    );
  });

  it('list the payout destinations as the code has them', () => {
    expectCommitted('docs/payout-destinations.md', renderDestinationsPage());
  });

  it.each(['npm ci && npm start', 'npm ci && npm test'])('show the command "%s" in the README', (command) => {
    expect(committed('README.md')).toContain(command);
  });
});

function envExample(): string {
  const names = Object.keys(variables) as (keyof typeof variables)[];
  const entries = names.map((name) => {
    const { description, example } = describeVariable(name);
    return `# ${description}\n${example === null ? `# ${name}=` : `${name}=${example}`}\n`;
  });
  return [
    '# Settings of Purser; `npm start` needs none of them. Generated from src/config/variables.ts by `npm run generate`.',
    '# Every variable may be given as a file instead: NAME_FILE=/run/secrets/name. Values holding "change-me" are refused.',
    '',
    ...entries,
  ].join('\n');
}

function stateMachinePage<State extends string>({
  title,
  machine,
  start,
}: {
  title: string;
  machine: StateMachine<State>;
  start: State;
}): string {
  const states = Object.keys(machine) as State[];
  return [
    `# ${title}: states`,
    '',
    'Generated from the table in the code by `npm run generate`; a test compares them.',
    '',
    '```mermaid',
    toMermaid(machine, start),
    '```',
    '',
    '| state | kind | meaning |',
    '| --- | --- | --- |',
    ...states.map((state) => `| ${state} | ${machine[state].kind} | ${machine[state].meaning} |`),
    '',
    '*Open* states are due for a check at some time; *resting* ones wait for outside evidence; *final* ones are the end in',
    'normal operation. A *correction* leaves a final state because the payment service changed its mind, and raises an alarm.',
    '',
  ].join('\n');
}
