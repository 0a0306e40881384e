import { CREATE_ORDER, CREATE_PAYOUT, curlCommand, SMS_CODE, TEST_CARDS, WATCH_ORDER } from './first-steps-requests.js';

export interface BannerContent {
  /** One-time link to the dashboard, signed in as the operator. */
  readonly dashboardUrl: string;
  readonly approverUrl: string;
  readonly graphqlUrl: string;
  readonly consoleUrl: string | undefined;
  readonly checkoutUrl: string | undefined;
  readonly sandboxUrl: string;
  readonly operatorKey: string;
  readonly approverKey: string;
  /** Key of the administrator and auditor. */
  readonly bootstrapKey: string;
  /** Where the database is: "embedded, data in .purser/postgres" or "DATABASE_URL". */
  readonly database: string;
}

/** Renders the text that `npm start` prints once everything is ready. */
export function renderBanner(content: BannerContent): string {
  const { dashboardUrl, approverUrl, graphqlUrl, consoleUrl, checkoutUrl, sandboxUrl } = content;
  const { operatorKey, approverKey, bootstrapKey, database } = content;
  return [
    '',
    'Purser is ready. Open the dashboard; each link works once and signs you in:',
    '',
    table([
      ['Dashboard', `${dashboardUrl}   as the operator`],
      ['Second person', `${approverUrl}   in a private window`],
    ]),
    '',
    'Afterwards sign in with a key:',
    '',
    table([
      ['Sign-in', new URL('/dashboard', graphqlUrl).href],
      ['Operator', `${operatorKey}   takes payments, creates payouts`],
      ['Second person', `${approverKey}   approves and confirms`],
      ['Administrator', `${bootstrapKey}   makes keys, sets rules, audits`],
    ]),
    '',
    'For developers:',
    '',
    table([
      ['GraphQL', graphqlUrl],
      ['Subscriptions', graphqlUrl.replace(/^http/, 'ws')],
      ['Console', consoleUrl === undefined ? 'not started' : `${consoleUrl}   the link works once`],
      ['Checkout', checkoutUrl === undefined ? 'not started' : `${checkoutUrl}   a sample shop that takes cards`],
      ['Sandbox', `${sandboxUrl}   the provider, simulated, with a button for each fault`],
      ['Hosted pages', `${sandboxUrl}/pay/<providerOrderId>`],
      ['Database', database],
    ]),
    '',
    'Create an order (paste into a shell):',
    '',
    indent(curlCommand(graphqlUrl, operatorKey, CREATE_ORDER)),
    '',
    'The same in the console, which holds the API key already:',
    '',
    indent(CREATE_ORDER),
    '',
    'Watch it (with the id from above), then open its paymentLink and pay:',
    '',
    indent(WATCH_ORDER),
    '',
    indent('A program sends the last cursor as $after each time it connects: docs/calling.md has the code.'),
    '',
    'Send a payout, and send it again: one key is paid once:',
    '',
    indent(CREATE_PAYOUT),
    '',
    'Pay by card on the page of a shop: open the Checkout. Any date to come and any 3 digits fit:',
    '',
    table(TEST_CARDS.map(({ number, does }) => [number, does])),
    indent(`The right SMS code is ${SMS_CODE}; any other is wrong.`),
    '',
    'Test data:',
    '',
    table([
      ['Pay as a customer', 'open the paymentLink and press a button'],
      ['Pay from a shell', `curl -s -X POST ${sandboxUrl}/control/orders/<providerOrderId>/pay`],
      ['What the sandbox knows', `curl -s ${sandboxUrl}/control/book`],
    ]),
    '',
    'Ctrl-C stops everything. Data and keys are kept for the next start.',
    '',
  ].join('\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
