// The theme that was chosen, before anything is painted. All else of the settings has time.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('thera.settings')).theme
} catch {
  // None has been chosen, or storage is forbidden.
}
