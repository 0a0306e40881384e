import type { Behaviour } from './fault-server.fixture.js';
import { wireOrderObject } from './provider-under-test.fixture.js';

const json = { 'content-type': 'application/json' };

/** Sends headers, and then the body one byte at a time. */
export const dribble: Behaviour = (response) => {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => {
    clearInterval(timer);
  });
};

/** Sends an endless body, as fast as the client reads it. */
export const floodForEver: Behaviour = (response) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(65_536, 0x20);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', write);
  };
  write();
};

/** Sends informational (1xx) answers and never a final one. */
export const informEndlessly: Behaviour = (response) => {
  const timer = setInterval(() => {
    response.writeProcessing();
  }, 10);
  response.on('close', () => {
    clearInterval(timer);
  });
};

/** Announces a body and drops the connection halfway through. */
export const cutMidway: Behaviour = (response) => {
  const body = JSON.stringify(wireOrderObject());
  response.writeHead(201, { ...json, 'content-length': String(body.length) });
  response.write(body.slice(0, 40), () => response.destroy());
};

/** Reads the request, then drops the connection. */
export const dropped: Behaviour = (response) => response.destroy();

/** Reads the request and never answers it. */
export const nothing: Behaviour = () => undefined;
