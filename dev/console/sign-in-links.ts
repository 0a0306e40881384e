import { randomBytes } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { type ConsoleSession, sendSignInPage } from './console-session.js';

// Longer than a person needs to open the link from the terminal.
const LIFE_MS = 600_000;

export type NewcomerRole = 'operator' | 'approver';

export type LinkTarget = NewcomerRole | 'console';

export interface SignInLinksOptions {
  /** Purser's address. The browser stores the session for this host, whatever the port. */
  readonly purserUrl: string;
  readonly apiKeys: Readonly<Record<NewcomerRole, string>>;
}

/**
 * One-time links, valid for ten minutes, that open the dashboard or the console signed in. A link contains no key. For
 * the dashboard, this server exchanges it for a session of Purser and sets its cookie, because cookies belong to a host
 * and not to a port.
 */
export class SignInLinks {
  readonly #pending = new Map<string, { readonly target: LinkTarget; readonly endsAt: number }>();

  constructor(private readonly options: SignInLinksOptions) {}

  make(target: LinkTarget): string {
    const token = randomBytes(16).toString('base64url');
    this.#pending.set(token, { target, endsAt: Date.now() + LIFE_MS });
    return `/sign-in/${token}`;
  }

  routes(consoleSession: ConsoleSession): Router {
    return express.Router().get('/sign-in/:token', async (request: Request, response: Response) => {
      response.set('Referrer-Policy', 'no-referrer');
      const token = String(request.params['token']);
      const { hostname } = new URL(this.options.purserUrl);
      const pending = this.#pending.get(token);
      if (pending !== undefined && pending.target !== 'console' && request.hostname !== hostname) {
        // Without this redirect, the link would be used up and the browser would store the session for a host other
        // than Purser's.
        response.redirect(302, `http://${hostname}:${request.socket.localPort}${request.originalUrl}`);
        return;
      }
      const target = this.#use(token);
      const dashboardUrl = `${this.options.purserUrl}/dashboard`;
      if (target === undefined) {
        const reason = `This link was used, or is older than ten minutes. The dashboard takes API keys at <a href="${dashboardUrl}">${dashboardUrl}</a>.`;
        sendSignInPage(response, { status: 410, reason });
      } else if (target === 'console') {
        consoleSession.open(response);
      } else {
        response.set('Set-Cookie', await this.#openSession(target)).redirect(303, dashboardUrl);
      }
    });
  }

  /** Uses up a link and returns its target; undefined if it was used or has expired. */
  #use(token: string): LinkTarget | undefined {
    const link = this.#pending.get(token);
    this.#pending.delete(token);
    return link !== undefined && Date.now() < link.endsAt ? link.target : undefined;
  }

  async #openSession(role: NewcomerRole): Promise<string[]> {
    const { purserUrl, apiKeys } = this.options;
    const answer = await fetch(`${purserUrl}/dashboard/session`, {
      method: 'POST',
      // The headers that the sign-in page sends.
      headers: {
        'Content-Type': 'application/json',
        Origin: purserUrl,
        'Sec-Fetch-Site': 'same-origin',
        'X-Purser-Session': '1',
      },
      body: JSON.stringify({ apiKey: apiKeys[role] }),
    });
    if (!answer.ok) throw new Error(`Purser refused to sign in: ${answer.status}`);
    return answer.headers.getSetCookie();
  }
}
