import type { RequestHandler } from 'express';
import { type DocumentNode, getOperationAST } from 'graphql';
import { isInNetworks } from '../../../common/network.js';
import type { Config } from '../../config/config.js';
import { currentWork, type RemoteSpan, inSpan } from '../../observability/tracing/spans.js';
import { clientAddress } from './client-address.js';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

// Clients choose the name. Letters alone cannot contain a card number or a key, which have digits.
const TELLABLE_NAME = /^[A-Za-z_]{1,64}$/;

/** Runs a GraphQL request inside a span, which continues the trace of a trusted caller. */
export function spanRequests({ http, observability }: Config): RequestHandler {
  const trusted = observability.tracing?.trustedCallers ?? [];
  return (request, response, next) => {
    const header = request.headers['traceparent'];
    const isTrusted = header !== undefined && isInNetworks(clientAddress(request, http.trustedProxies), trusted);
    const remote = isTrusted ? parseTraceparent(String(header)) : null;
    const run = (work: { facts: Record<string, string | number> } | null): Promise<void> =>
      new Promise((resolve) => {
        response.once('close', () => {
          if (work) work.facts['http.response.status_code'] = response.statusCode;
          resolve();
        });
        next();
      });
    void inSpan('request', 'GraphQL', run, remote);
  };
}

/** Names a request's span by its operation, once the document is valid. */
export function nameRequestSpan(
  document: DocumentNode,
  { operationName, queryHash }: { readonly operationName: string | undefined; readonly queryHash: string | undefined },
): void {
  const work = currentWork();
  if (work?.kind !== 'request') return;
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  const { operation: type, name } = operation;
  work.facts['graphql.operation.type'] = type;
  if (queryHash !== undefined) work.facts['graphql.document.hash'] = queryHash;
  if (name && TELLABLE_NAME.test(name.value)) work.facts['graphql.operation.name'] = name.value;
  work.name = `GraphQL ${type}`;
}

export function parseTraceparent(header: string): RemoteSpan | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
