# Recompute the numbers of a test by triads from the CSV files beside this script.
#
# Base R only:  Rscript recompute.R [folder]     (without a folder: the working directory)
# Prints one quantity a line, and at the end whether they agree with those of results.csv: the exit
# status is 1 where one does not. The exact tests belong to the verdict of a plan with a fixed
# number: before it there is nothing to test, and after a sequential plan Wald's lines decide.

chance <- 1 / 3
arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."

read <- function(name) {
  read.csv(file.path(folder, name), colClasses = "character", encoding = "UTF-8",
           check.names = FALSE, na.strings = character(0))
}
computed <- list()
show <- function(name, value) {
  computed[[name]] <<- value
  cat(name, " = ", if (is.numeric(value)) format(value, digits = 15) else value, "\n", sep = "")
}
pd_of <- function(pc) min(max((pc - chance) * 1.5, 0), 1)

# P(X >= x | n, 1/3)
difference <- function(x, n, alpha) {
  p <- pbinom(x - 1, n, chance, lower.tail = FALSE)
  show("difference_p_value", p)
  enough <- which(pbinom(0:n - 1, n, chance, lower.tail = FALSE) <= alpha * (1 + 1e-12)) - 1
  show("difference_min_correct", if (length(enough) > 0) min(enough) else "")
  show("difference_significant", as.integer(p <= alpha * (1 + 1e-12)))
}

# Clopper and Pearson's one-sided lower limit
lower_limit <- function(x, n, alpha) {
  show("difference_pd_lower", pd_of(if (x > 0) qbeta(alpha, x, n - x + 1) else 0))
}

# P(X <= x | n, 1/3 + 2/3 pd), and the one-sided upper limit
similarity <- function(x, n, beta, pd) {
  pc <- chance + 2 / 3 * pd
  p <- pbinom(x, n, pc)
  show("similarity_p_value", p)
  allowed <- which(pbinom(0:n, n, pc) <= beta * (1 + 1e-12)) - 1
  show("similarity_max_correct", if (length(allowed) > 0) max(allowed) else "")
  show("similarity_similar", as.integer(p <= beta * (1 + 1e-12)))
  limit <- if (x < n) qbeta(beta, x + 1, n - x, lower.tail = FALSE) else 1
  show("similarity_pd_upper", pd_of(limit))
}

# The psychometric functions of the triangle test and of the directed triad (3-AFC)
triangle <- function(d) {
  inside <- function(z) {
    (pnorm(-z * sqrt(3) + d * sqrt(2 / 3)) + pnorm(-z * sqrt(3) - d * sqrt(2 / 3))) * dnorm(z)
  }
  2 * integrate(inside, 0, Inf, rel.tol = 1e-10)$value
}
directed <- function(d) {
  inside <- function(z) pnorm(z + d)^2 * dnorm(z)
  integrate(inside, -Inf, Inf, rel.tol = 1e-10)$value
}

# Thurstone's distance: the psychometric function, turned round
d_prime <- function(pc, protocol) {
  if (pc <= chance) return(0)
  right <- if (protocol == "directed") directed else triangle
  uniroot(function(d) right(d) - pc, c(0, 50), tol = 1e-10)$root
}

# The first crossing of Wald's lines, in the order in which triads were first given
wald <- function(outcomes, alpha, beta, pd) {
  pc <- chance + 2 / 3 * pd
  n <- seq_along(outcomes)
  x <- cumsum(outcomes)
  ratio <- x * log(pc / chance) + (n - x) * log((1 - pc) / (1 - chance))
  crossed <- which(ratio >= log((1 - beta) / alpha) - 1e-9 |
                   ratio <= log(beta / (1 - alpha)) + 1e-9)
  last <- if (length(crossed) > 0) crossed[1] else length(outcomes)
  shown <- if (length(crossed) == 0) "none" else if (ratio[last] > 0) "difference" else "similarity"
  show("verdict", shown)
  show("verdict_counted", last)
  show("verdict_correct", sum(outcomes[seq_len(last)]))
}

fixed <- function(x, n, plan) {
  alpha <- as.numeric(plan[["alpha"]])
  difference(x, n, alpha)
  if (plan[["evaluations_per_judge"]] != "1") {
    show("note", "judges repeat: the pooled count gives no limit and no similarity test")
    return(invisible())
  }
  lower_limit(x, n, alpha)
  similarity(x, n, as.numeric(plan[["beta"]]), as.numeric(plan[["pd"]]))
  show("estimate_pd", pd_of(x / n))
  if (x < n) show("estimate_d_prime", d_prime(x / n, plan[["protocol"]]))  # else it is infinite
}

results <- read("results.csv")
plan <- as.list(setNames(results$value, results$quantity))
answers <- read("answers.csv")
counted <- answers[answers$counted == "yes", ]
show("counted", nrow(counted))
if (is.null(plan[["verdict"]])) {
  show("note", paste0("no verdict: this plan has ", plan[["evaluations"]], " evaluations"))
} else if (plan[["method"]] == "sequential") {
  counted <- counted[order(counted$first_held_at_utc, as.integer(counted$triad),
                           method = "radix"), ]
  outcomes <- head(counted$correct == "1", as.integer(plan[["evaluations"]]))
  wald(outcomes, as.numeric(plan[["alpha"]]), as.numeric(plan[["beta"]]), as.numeric(plan[["pd"]]))
} else {
  x <- as.integer(plan[["verdict_correct"]])
  n <- as.integer(plan[["verdict_counted"]])
  of_verdict <- counted[as.integer(counted$triad) <= n, ]
  right <- sum(of_verdict$correct == "1")
  if (nrow(of_verdict) == n && right == x) {
    show("verdict_counted", n)
    show("verdict_correct", x)
  } else {
    show("left_counted", nrow(of_verdict))
    show("left_correct", right)
    show("note", paste0("withdrawn since: the verdict was given on ", x, " of ", n,
                        ", tested below"))
  }
  fixed(x, n, plan)
}

# Whether two values are equal, numbers but for rounding
same <- function(here, there) {
  a <- suppressWarnings(as.numeric(here))
  b <- suppressWarnings(as.numeric(there))
  if (is.na(a) || is.na(b)) return(identical(as.character(here), there))
  abs(a - b) <= max(1e-6 * abs(b), 1e-9)
}
stored <- intersect(names(computed), names(plan))
differ <- Filter(function(name) !same(computed[[name]], plan[[name]]), stored)
if (length(differ) > 0) {
  cat("differs from the stored result:\n")
  for (name in differ) {
    cat(name, ": ", format(computed[[name]], digits = 15), " here, ", plan[[name]],
        " in results.csv\n", sep = "")
  }
  quit(status = 1)
}
cat("agrees with the stored result\n")
