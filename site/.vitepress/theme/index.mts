import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './style.css';

/** Opens the same tab in each recipe of the page. */
function openTabs({ target }: Event): void {
  const chosen = target as HTMLInputElement;
  if (!chosen.matches('.tabs > input')) { return; }
  for (const input of document.querySelectorAll<HTMLInputElement>('.tabs > input')) {
    if (input.value === chosen.value) { input.checked = true; }
  }
}

export default {
  extends: DefaultTheme,
  enhanceApp: () => {
    // The build has no document.
    if (!import.meta.env.SSR) { document.addEventListener('change', openTabs); }
  },
} satisfies Theme;
