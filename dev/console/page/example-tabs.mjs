/** The tabs that a first visit shows. On later visits, the console restores the tabs of the last visit. */
export const exampleTabs = [
  {
    query: `# Creates an order. Open its paymentLink to pay as the customer would.
mutation CreateOrder {
  createOrder(input: {
    amount: "10.50", currency: "EUR", purpose: "First order",
    successUrl: "https://shop.example/thanks"
  }) {
    order { id status paymentLink }
    userErrors { code message field }
  }
}`,
  },
  {
    query: `# The latest orders, with everything that happened to them.
query ListOrders {
  orders(first: 10) {
    totalCount
    edges {
      node {
        id status amount currency purpose paymentLink createdAt
        timeline { from to cause occurredAt }
      }
    }
  }
}`,
  },
  {
    query: `# Press the button, then pay an order.
# One order only: orderStatusChanged(orderId: "its id")
subscription WatchOrder {
  orderStatusChanged {
    cursor from to cause occurredAt
    order { id status amount }
  }
}`,
  },
];
