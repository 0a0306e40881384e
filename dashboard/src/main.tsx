import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { applySettings } from './settings/settings.js';

const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the dashboard');
applySettings();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
