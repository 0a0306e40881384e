import { TcpProxy } from '../rig/stage/network/tcp-proxy.js';

/** A COMMIT whose answer does not arrive. */
export interface HeldCommit {
  /** Resolves when the COMMIT was forwarded to the database. */
  readonly sent: Promise<void>;
  /** Lets the answer arrive after all. */
  release(): void;
  /** Cuts every connection instead, so waiting clients never learn the outcome. */
  lose(): void;
}

/** The proxy in front of a test's database. Its URL looks like the database's own. */
export class DatabaseProxy {
  private constructor(
    private readonly proxy: TcpProxy,
    private readonly target: URL,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const target = new URL(databaseUrl);
    return new DatabaseProxy(await TcpProxy.listen(Number(target.port)), target);
  }

  /** URL of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.proxy.port);
    return url.href;
  }

  /** Holds the answer to the next COMMIT of a transaction that ran a statement with this text. */
  holdCommit(statement: string): HeldCommit {
    const sent = new Promise<void>((resolve) => {
      let isHeld = false;
      this.proxy.decideCommits((transaction) => {
        if (isHeld || !transaction.includes(statement)) return 'passes';
        isHeld = true;
        resolve();
        return 'is held';
      });
    });
    return {
      sent,
      release: () => {
        this.proxy.passCommits();
      },
      lose: () => {
        this.proxy.cut();
      },
    };
  }

  /** Cuts every connection and refuses new ones. */
  cut(): void {
    this.proxy.aim(null);
    this.proxy.cut();
  }

  /** Accepts connections again. */
  heal(): void {
    this.proxy.aim(Number(this.target.port));
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}
