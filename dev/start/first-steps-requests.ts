export const CREATE_ORDER = `mutation {
  createOrder(input: {
    amount: "10.50", currency: "EUR", purpose: "First order",
    successUrl: "https://shop.example/thanks"
  }) {
    order { id status paymentLink }
    userErrors { code message field }
  }
}`;

export const WATCH_ORDER = `subscription ($after: String) {
  orderStatusChanged(orderId: "…", after: $after) {
    cursor from to cause occurredAt
    order { status amount }
  }
}`;

export const CREATE_PAYOUT = `mutation {
  createPayout(input: {
    idempotencyKey: "first-payout", amount: "25.00", currency: "BRL", paymentType: "EMAIL",
    recipient: { name: "Ana Souza", requisites: "ana@example.com", userId: "user-1" }
  }) {
    payout { id status attempts { state } }
    userErrors { code message field }
  }
}`;

/** A few of the sandbox's test cards; `/control/test-cards` lists all of them. */
export const TEST_CARDS: readonly { readonly number: string; readonly does: string }[] = [
  { number: '4111 1111 1111 1111', does: 'is paid without a code' },
  { number: '5555 5555 5555 4444', does: 'asks for an SMS code' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
];

/** The correct SMS code of every test card. */
export const SMS_CODE = '123456';

/** Returns a shell command that sends a GraphQL document, ready to paste. */
export function curlCommand(graphqlUrl: string, apiKey: string, document: string): string {
  const body = JSON.stringify({ query: document.replaceAll(/\s+/g, ' ') });
  return [
    `curl -s ${graphqlUrl} \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    // Single quotes protect everything from the shell except a single quote.
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
