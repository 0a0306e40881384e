import { randomBytes } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';

// Longer than anybody takes from the terminal to the browser, and shorter than a terminal's text stays interesting.
const LIFE_MS = 600_000;

/** A person that a newcomer can be at once. */
export type NewcomerRole = 'operator' | 'approver';

export interface SignInLinksOptions {
  /** Where Purser is: the host that the browser keeps the session of, whatever the port. */
  readonly purserUrl: string;
  readonly apiKeys: Readonly<Record<NewcomerRole, string>>;
}

/**
 * Links that open the dashboard signed in, each once and within ten minutes. A link holds no key: this server exchanges it for a session of
 * Purser, whose cookie the browser then has, for cookies belong to a host and not to a port.
 */
export class SignInLinks {
  readonly #pending = new Map<string, { readonly role: NewcomerRole; readonly endsAt: number }>();

  constructor(private readonly options: SignInLinksOptions) {}

  /** The path of a new link. */
  make(role: NewcomerRole): string {
    const token = randomBytes(16).toString('base64url');
    this.#pending.set(token, { role, endsAt: Date.now() + LIFE_MS });
    return `/sign-in/${token}`;
  }

  routes(): Router {
    return express.Router().get('/sign-in/:token', async (request: Request, response: Response) => {
      response.set('Referrer-Policy', 'no-referrer');
      const { hostname } = new URL(this.options.purserUrl);
      if (request.hostname !== hostname) {
        // The session would be kept for another host than Purser's, and the link would be used up.
        response.redirect(302, `http://${hostname}:${request.socket.localPort}${request.originalUrl}`);
        return;
      }
      const token = String(request.params['token']);
      const link = this.#pending.get(token);
      this.#pending.delete(token);
      const dashboardUrl = `${this.options.purserUrl}/dashboard`;
      if (link === undefined || link.endsAt < Date.now()) {
        const text = `This link was used, or is older than ten minutes. Sign in with an API key at ${dashboardUrl}\n`;
        response.status(410).type('text').send(text);
        return;
      }
      response.set('Set-Cookie', await this.#openSession(link.role)).redirect(303, dashboardUrl);
    });
  }

  async #openSession(role: NewcomerRole): Promise<string[]> {
    const { purserUrl, apiKeys } = this.options;
    const answer = await fetch(`${purserUrl}/dashboard/session`, {
      method: 'POST',
      // As the page of the sign-in sends it.
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
