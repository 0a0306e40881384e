import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';

const BODY_LIMIT = '1kb';

export interface ConsoleSessionOptions {
  readonly port: number;
  readonly apiKey: string;
}

/**
 * The session of the console's page. Other users of the machine can reach the port, so only a browser that used a
 * one-time link or has the API key gets the page with the key. The session ends with `npm start`, which generates a new
 * secret.
 */
export class ConsoleSession {
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #cookie: string;

  constructor(private readonly options: ConsoleSessionOptions) {
    // All ports of a host share cookies, so the name contains the port. It differs from Purser's and other consoles'
    // cookies.
    this.#cookie = `purser-console-${options.port}`;
  }

  open(response: Response): void {
    const cookie = `${this.#cookie}=${this.#secret}; Path=/; HttpOnly; SameSite=Strict`;
    response.set('Set-Cookie', cookie).redirect(303, '/');
  }

  routes(): Router {
    const readForm = express.urlencoded({ extended: false, limit: BODY_LIMIT });
    return express.Router().post('/sign-in', readForm, (request: Request, response: Response) => {
      const { apiKey } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof apiKey === 'string' && isSame(apiKey.trim(), this.options.apiKey)) this.open(response);
      else sendSignInPage(response, { status: 401, reason: 'This is not the operator’s key.' });
    });
  }

  readonly require: RequestHandler = (request, response, next) => {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    if (cookies.some((pair) => isSame(pair, `${this.#cookie}=${this.#secret}`))) next();
    else sendSignInPage(response, { status: 401, reason: 'This console opens with the link printed in the terminal.' });
  };
}

/** Sends a page that explains how to open the console. It contains no secret. */
export function sendSignInPage(
  response: Response,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  response.status(status).type('html').send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Purser console</title>
    <link rel="icon" href="data:," />
  </head>
  <body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
    <h1>Purser console</h1>
    <p>${reason}</p>
    <p>The link works once, within ten minutes. Every <code>npm start</code> prints a new one.</p>
    <form method="post" action="/sign-in">
      <label>Or enter the operator’s key: <input name="apiKey" type="password" autocomplete="off" required /></label>
      <button>Open the console</button>
    </form>
  </body>
</html>
`);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
