/* global document, fetch, React, ReactDOM, GraphiQL, graphqlWs */
import { exampleTabs } from './example-tabs.mjs';

const { graphqlUrl, subscriptionUrl, apiKey } = await (await fetch('/settings.json')).json();
const authorization = { Authorization: `Bearer ${apiKey}` };

const fetcher = GraphiQL.createFetcher({
  url: graphqlUrl,
  headers: authorization,
  // A browser cannot set headers on a WebSocket, so the key travels in the first message.
  wsClient: graphqlWs.createClient({ url: subscriptionUrl, connectionParams: authorization, lazy: true }),
});

ReactDOM.createRoot(document.getElementById('console')).render(
  React.createElement(GraphiQL, { fetcher, defaultTabs: exampleTabs, shouldPersistHeaders: false }),
);
