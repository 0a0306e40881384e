import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '../stage/stage.js';
import type { PurserSubject } from '../subjects/purser-subject.js';

export interface RunView {
  readonly id: string;
  readonly status: 'RUNNING' | 'DONE';
  readonly payouts: number;
  readonly checked: number;
  readonly changed: number;
  readonly discrepancies: number;
  readonly errors: number;
  readonly durationSeconds: number | null;
}

export interface DiscrepancyView {
  readonly kind: string;
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
  readonly timesSeen: number;
}

export interface ImportView {
  readonly lines: number;
  readonly matching: number;
  readonly differing: number;
  readonly unknown: number;
  readonly pending: number;
  readonly unknownPayouts: number;
}

const RUN = 'id status payouts checked changed discrepancies errors durationSeconds';

// A killed replica is back within seconds, and another one answers meanwhile.
const PAUSE_MS = 200;
const TRIES = 300;

/** Calls the API as an operator, at any replica that answers. */
export class ReconciliationApi {
  constructor(private readonly stage: Pick<Stage<PurserSubject>, 'subject' | 'replicaUrls'>) {}

  /** Requests a run from one replica, without falling back to another. */
  async run(replica: number): Promise<RunView> {
    const { runReconciliation } = await this.send<{ runReconciliation: { run: RunView } }>(
      this.stage.replicaUrls[replica % this.stage.replicaUrls.length] ?? '',
      `mutation { runReconciliation(input: {}) { run { ${RUN} } userErrors { message } } }`,
    );
    return runReconciliation.run;
  }

  async newestRun(): Promise<RunView> {
    const { reconciliationRuns } = await this.ask<{ reconciliationRuns: { edges: { node: RunView }[] } }>(
      `{ reconciliationRuns(first: 1) { edges { node { ${RUN} } } } }`,
    );
    const [newest] = reconciliationRuns.edges;
    if (!newest) throw new Error('There is no run');
    return newest.node;
  }

  async importStatement(csv: string): Promise<void> {
    const { importStatement } = await this.ask<{
      importStatement: { statement: object | null; userErrors: readonly { message: string }[] };
    }>(
      `mutation ($input: ImportStatementInput!) {
         importStatement(input: $input) { statement { id } userErrors { message } } }`,
      { input: { csv } },
    );
    if (!importStatement.statement) throw new Error(JSON.stringify(importStatement.userErrors));
  }

  imports(): Promise<ImportView[]> {
    return this.all('statementImports', 'lines matching differing unknown pending unknownPayouts');
  }

  discrepancies(): Promise<DiscrepancyView[]> {
    return this.all('discrepancies', 'kind payoutId providerPayoutId timesSeen');
  }

  private async all<Node>(connection: string, fields: string): Promise<Node[]> {
    const nodes: Node[] = [];
    for (let after: string | null = null; ;) {
      const answer: Record<string, Page<Node>> = await this.ask(
        `query ($after: String) { ${connection}(first: 100, after: $after) {
           edges { node { ${fields} } } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      const page = answer[connection];
      if (!page) throw new Error(`No ${connection}`);
      nodes.push(...page.edges.map(({ node }) => node));
      if (!page.pageInfo.hasNextPage) return nodes;
      after = page.pageInfo.endCursor;
    }
  }

  private async ask<Data>(query: string, variables: object = {}): Promise<Data> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.send(this.stage.replicaUrls[tries % this.stage.replicaUrls.length] ?? '', query, variables);
      } catch (error) {
        if (tries === TRIES) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  private send<Data>(replicaUrl: string, query: string, variables: object = {}): Promise<Data> {
    return this.stage.subject.send(replicaUrl, 'administrator', { query, variables });
  }
}

interface Page<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
