// Loaded before anything is shown: the colour scheme of the system, or the one chosen in the dashboard.

function chosenScheme() {
  try {
    return localStorage.getItem('mkt-color-scheme');
  } catch {
    // The browser keeps nothing for this site.
    return null;
  }
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function applyScheme() {
  const chosen = chosenScheme();
  const isDark = chosen === 'dark' || (chosen !== 'light' && darkSystem.matches);
  // The class that Swagger UI's own style sheet knows.
  document.documentElement.classList.toggle('dark-mode', isDark);
}

applyScheme();
darkSystem.addEventListener('change', applyScheme);
addEventListener('storage', applyScheme);
