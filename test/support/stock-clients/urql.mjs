import { Client, subscriptionExchange } from '@urql/core';

/** Follows a subscription with urql, through a transport that uses `follow`. */
export function start(follow, { query, after }, onChange) {
  const exchange = subscriptionExchange({
    forwardSubscription: (request) => ({ subscribe: (sink) => ({ unsubscribe: follow(request, sink) }) }),
  });
  const client = new Client({ url: 'http://127.0.0.1:9/graphql', exchanges: [exchange], preferGetMethod: false });
  client.subscription(query, { after }).subscribe(({ data }) => {
    if (data) onChange(data.payoutStatusChanged);
  });
}
