/* global document, fetch, Worker */
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import { createClient } from 'graphql-ws';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import './console.css';
import { exampleTabs } from './example-tabs.mjs';

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(`/${['json', 'graphql'].includes(label) ? label : 'editor'}.worker.js`),
};

const { graphqlUrl, subscriptionUrl, apiKey } = await (await fetch('/settings.json')).json();
const authorization = { Authorization: `Bearer ${apiKey}` };

const fetcher = createGraphiQLFetcher({
  url: graphqlUrl,
  headers: authorization,
  // A browser cannot set headers on a WebSocket, so the key travels in the first message.
  wsClient: createClient({ url: subscriptionUrl, connectionParams: authorization, lazy: true }),
});

createRoot(document.getElementById('console')).render(
  createElement(GraphiQL, { fetcher, defaultTabs: exampleTabs, shouldPersistHeaders: false }),
);
