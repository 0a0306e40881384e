import { payOnHostedPage } from './hosted-page-payer.js';
import { createOrder, getOrder, listOrders, type Order, type OrderChange } from './order-calls.js';
import { OrderWatch } from './order-watch.js';
import type { PurserClient } from './purser-client.js';
import type { SandboxControl } from './sandbox-control.js';

export interface StoryCast {
  readonly client: PurserClient;
  readonly sandbox: SandboxControl;
  readonly say: (line: string) => void;
}

/**
 * Takes two payments, loses the answer to the second, and shows what Purser knows afterwards.
 * @throws Error as soon as a step differs from the story
 */
export async function tellPaymentStory({ client, sandbox, say }: StoryCast): Promise<void> {
  const showChange = (change: OrderChange): void => {
    say(`    ${describeChange(change)}`);
  };

  say('1. A shop creates an order.');
  const order = await createOrder(client, '10.50', 'A cup and a saucer');
  say(`    order ${order.id} is ${order.status}; its customer pays at ${order.paymentLink ?? 'no link'}`);
  if (order.paymentLink === null) throw new Error('The order has no paymentLink.');

  say('2. A live view follows it while the customer pays on the hosted page.');
  const watch = new OrderWatch(client, order, showChange);
  try {
    await payOnHostedPage(order.paymentLink);
    await watch.until('PAID');
  } finally {
    watch.close();
  }

  say('3. The next answer of the provider is lost on the way: it has the order, Purser cannot know.');
  await sandbox.loseNextAnswer();
  const lost = await createOrder(client, '99.00', 'A teapot');
  say(`    order ${lost.id} is ${lost.status}, and nothing is sent twice`);
  await seeLostOrderFound({ client, sandbox, say }, lost, showChange);

  say('4. What the desk knows now:');
  const orders = await listOrders(client);
  for (const { id, status, amount, currency, purpose } of orders) {
    say(`    ${id}  ${status.padEnd(9)}  ${amount} ${currency ?? ''}  ${purpose ?? ''}`);
  }
  const unpaid = [order, lost].filter(({ id }) => orders.find((listed) => listed.id === id)?.status !== 'PAID');
  if (unpaid.length > 0) throw new Error(`Not listed as PAID: ${unpaid.map(({ id }) => id).join(', ')}`);

  say('   and how the second order came there:');
  for (const change of (await getOrder(client, lost.id)).timeline) showChange(change);
}

async function seeLostOrderFound(
  { client, sandbox, say }: StoryCast,
  lost: Order,
  onChange: (change: OrderChange) => void,
): Promise<void> {
  const watch = new OrderWatch(client, lost, onChange);
  try {
    await watch.until('ABANDONED');
    say('    it is paid at the provider all the same, and the webhook leads Purser to it:');
    const providerOrderId = await sandbox.findOrder(lost.externalId);
    await sandbox.pay(providerOrderId);
    await watch.until('PAID');
    const found = await getOrder(client, lost.id);
    if (found.providerOrderId !== providerOrderId) throw new Error('Purser bound the order to another one.');
  } finally {
    watch.close();
  }
}

function describeChange({ from, to, cause, occurredAt }: OrderChange): string {
  return `${occurredAt.slice(11, 23)}  ${(from ?? '(new)').padEnd(10)} → ${to.padEnd(10)} ${cause}`;
}
