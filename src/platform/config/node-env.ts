/**
 * Libraries read NODE_ENV when they are loaded, and some run slower unless it is `production`. Purser itself does not
 * use it. This file must be imported before all others.
 */
process.env['NODE_ENV'] ??= 'production';
