import { randomBytes } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';

/** A person that a newcomer can be at once. */
export type NewcomerRole = 'operator' | 'approver';

export interface SignInLinksOptions {
  /** Where Purser is: the host that the browser keeps the session of, whatever the port. */
  readonly purserUrl: string;
  readonly apiKeys: Readonly<Record<NewcomerRole, string>>;
}

/**
 * Links that open the dashboard signed in, each once. A link holds no key: this server exchanges it for a session of
 * Purser, whose cookie the browser then has, for cookies belong to a host and not to a port.
 */
export class SignInLinks {
  readonly #pending = new Map<string, NewcomerRole>();

  constructor(private readonly options: SignInLinksOptions) {}

  /** The path of a new link. */
  make(role: NewcomerRole): string {
    const token = randomBytes(16).toString('base64url');
    this.#pending.set(token, role);
    return `/sign-in/${token}`;
  }

  routes(): Router {
    return express.Router().get('/sign-in/:token', async (request: Request, response: Response) => {
      response.set('Referrer-Policy', 'no-referrer');
      const token = String(request.params['token']);
      const role = this.#pending.get(token);
      this.#pending.delete(token);
      const dashboardUrl = `${this.options.purserUrl}/dashboard`;
      if (role === undefined) {
        response.status(410).type('text').send(`This link was used. Sign in with an API key at ${dashboardUrl}\n`);
        return;
      }
      response.set('Set-Cookie', await this.#openSession(role)).redirect(303, dashboardUrl);
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
