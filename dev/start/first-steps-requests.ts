/** The first mutation a newcomer sends, in the form GraphiQL takes. */
export const CREATE_ORDER = `mutation {
  createOrder(input: {
    amount: "10.50", currency: "EUR", purpose: "First order",
    successUrl: "https://shop.example/thanks"
  }) {
    order { id status paymentLink }
    userErrors { code message field }
  }
}`;

/** Watches an order; the id is the one that `CREATE_ORDER` gave. */
export const WATCH_ORDER = `subscription ($after: String) {
  orderStatusChanged(orderId: "…", after: $after) {
    cursor from to cause occurredAt
    order { status amount }
  }
}`;

/** A first payout: to a PIX key that is an e-mail address. */
export const CREATE_PAYOUT = `mutation {
  createPayout(input: {
    idempotencyKey: "first-payout", amount: "25.00", currency: "BRL", paymentType: "EMAIL",
    recipient: { name: "Ana Souza", requisites: "ana@example.com", userId: "user-1" }
  }) {
    payout { id status attempts { state } }
    userErrors { code message field }
  }
}`;

/** A few of the sandbox's test cards; it lists all of them at `/control/test-cards`. */
export const TEST_CARDS: readonly { readonly number: string; readonly does: string }[] = [
  { number: '4111 1111 1111 1111', does: 'is paid without a code' },
  { number: '5555 5555 5555 4444', does: 'asks for an SMS code' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
];

/** The code that the bank of every test card has sent to the payer. */
export const SMS_CODE = '123456';

/** A shell command that sends a GraphQL document, to be pasted as it is. */
export function curlCommand(graphqlUrl: string, apiKey: string, document: string): string {
  const body = JSON.stringify({ query: document.replaceAll(/\s+/g, ' ') });
  return [
    `curl -s ${graphqlUrl} \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    // Single quotes keep the shell away from everything except a single quote.
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
