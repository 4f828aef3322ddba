//! How far the work is, on standard error: a bar where a person watches, a line a file elsewhere.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::text;

/// The steps of one file. Nothing is shown where no person watches.
pub(crate) struct Steps(ProgressBar);

impl Steps {
    pub(crate) fn new() -> Self {
        let spinner = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        spinner.enable_steady_tick(Duration::from_millis(100));
        Self(spinner)
    }

    /// Names the step that begins.
    pub(crate) fn begin(&self, step: &'static str) {
        self.0.set_message(step);
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The files of a folder.
pub(crate) struct Files {
    /// None where no person watches.
    bar: Option<ProgressBar>,
    done: AtomicUsize,
    total: usize,
}

impl Files {
    pub(crate) fn new(total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(u64::try_from(total).unwrap_or(u64::MAX));
            // The default style stands in for a template that a later version no longer reads.
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, done: AtomicUsize::new(0), total }
    }

    /// A file is taken up.
    pub(crate) fn begin(&self, name: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(text::one_line(name));
        }
    }

    /// A file is done, or failed: `outcome` in a few words.
    pub(crate) fn end(&self, name: &str, outcome: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None => text::complain(&format!("[{done}/{}] {name}: {outcome}", self.total)),
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
