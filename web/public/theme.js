// Applies the chosen theme before anything is painted; the other settings can wait.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('thera.settings')).theme
} catch {
  // No theme is chosen, or storage is forbidden.
}
